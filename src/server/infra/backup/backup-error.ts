/** Its message is for whoever runs the command. */
export class BackupError extends Error {}
