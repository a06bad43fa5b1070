declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of a page for guests: the address that was typed on the one before. */
    email?: string;
    /** Of /login: what went well on the page before. */
    done?: string;
    /** Of /login: the session has been ended for the error in the address, and is not ended again by a reload. */
    isToldError?: boolean;
    /** Of /auth/callback: what the address held has been taken out of it. */
    isArrived?: boolean;
    /** Of /verify-email: the token of the link, until the server has answered. */
    linkToken?: string;
    /** Of /reset-password: the token of the mailed link, taken out of the address. */
    resetToken?: string;
    /** Of /verify-email: how it ended. */
    isConfirmed?: boolean;
  }
}

export {};
