/** An error with a message for the person who runs the command. */
export class BackupError extends Error {}
