import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ZodType } from 'zod';
import { givenAdminPassword, loadConfig } from '#server/config.ts';
import { ADMINS } from '#server/registry.ts';
import { emailAddress, newPassword, personName } from '#shared/contracts/auth.ts';
import { VALIDATION } from '#shared/messages.ts';
import { runCommand, say, UsageError } from './command.ts';
import { withContext } from './command-context.ts';

const USAGE = [
  'Usage: npm run admin:create -- --email E --name N',
  '       npm run admin:remove -- --email E',
  '       npm run account:reset-second-factor -- --email E',
].join('\n');

async function main(): Promise<void> {
  const { command, email, name } = parseOptions(process.argv.slice(2));
  const config = loadConfig('development', fileURLToPath(new URL('../../../', import.meta.url)));
  if (command === 'remove') {
    await withContext(config, (ctx) => ADMINS.remove(ctx, { email }));
    return say(`The admin ${email} was removed.`);
  }
  if (command === 'reset-second-factor') {
    await withContext(config, (ctx) => ADMINS.resetSecondFactor(ctx, { email }));
    return say(`The account ${email} signs in by its password alone again, and is signed out everywhere.`);
  }
  const password = parseWith(newPassword, givenAdminPassword() ?? (await askPassword()));
  await withContext(config, (ctx) => ADMINS.create(ctx, { name, email, password }));
  say(`The admin ${email} was created and can sign in at ${config.publicUrl}/login.`);
}

const COMMANDS = ['create', 'remove', 'reset-second-factor'] as const;
type Command = { command: (typeof COMMANDS)[number]; email: string; name: string };

function parseOptions(args: string[]): Command {
  const { positionals, values } = parseArguments(args);
  const [given, ...more] = positionals;
  const command = COMMANDS.find((one) => one === given);
  const isComplete = values.email !== undefined && (command === 'create') === (values.name !== undefined);
  if (!command || more.length > 0 || !isComplete) throw new UsageError(USAGE);
  return { command, email: parseWith(emailAddress, values.email), name: command === 'create' ? parseWith(personName, values.name) : '' };
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { email: { type: 'string' }, name: { type: 'string' } } });
  } catch {
    throw new UsageError(USAGE);
  }
}

function parseWith<T>(contract: ZodType<T>, value: unknown): T {
  const result = contract.safeParse(value);
  if (!result.success) throw new UsageError(result.error.issues[0]?.message ?? VALIDATION.invalid);
  return result.data;
}

async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('Set ADMIN_PASSWORD, or run this in a terminal, which asks for the password.');
  const password = parseWith(newPassword, await askHidden('Password: '));
  if ((await askHidden('Once more: ')) !== password) throw new UsageError(VALIDATION.passwordsDiffer);
  return password;
}

function askHidden(question: string): Promise<string> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: discard, terminal: true });
  process.stdout.write(question);
  return new Promise<string>((resolve, reject) => {
    reader.once('close', () => reject(new UsageError('No password was given.')));
    reader.question('', (answer) => {
      resolve(answer);
      reader.close();
    });
  }).finally(() => process.stdout.write('\n'));
}

await runCommand(main, 'Nothing was changed.');
