declare module '@tanstack/react-router' {
  interface HistoryState {
    email?: string;
    done?: string;
    /** /login: the session was ended for the error in the address, and a reload must not end another one. */
    isErrorHandled?: boolean;
    /** /auth/callback: the parameters have been removed from the address. */
    isArrived?: boolean;
    linkToken?: string;
    isConfirmed?: boolean;
    /** /reset-password: the token of the mailed link, removed from the address. */
    resetToken?: string;
    isChoosing?: boolean;
  }
}

export {};
