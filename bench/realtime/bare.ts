import { WebSocketServer } from 'ws';
import { answerCommands, listen } from './child-commands.ts';

const { server, url } = await listen();
const wss = new WebSocketServer({ server });
answerCommands(url, (payload) => {
  const bytes = Buffer.from(payload);
  for (const client of wss.clients) client.send(bytes, { binary: false });
});
