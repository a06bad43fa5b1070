declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of a page for guests: the address that was typed on the page before. */
    email?: string;
    /** Of /login: the success message of the page before. */
    done?: string;
    /** Of /login: the session has been ended for the error in the address; a reload does not end another one. */
    isErrorHandled?: boolean;
    /** Of /auth/callback: the parameters have been taken out of the address. */
    isArrived?: boolean;
    /** Of /verify-email: the token of the link, until the server has answered. */
    linkToken?: string;
    /** Of /verify-email: how it ended. */
    isConfirmed?: boolean;
    /** Of /reset-password: the token of the mailed link, taken out of the address. */
    resetToken?: string;
    /** Of /register: the second step is open. */
    isChoosing?: boolean;
  }
}

export {};
