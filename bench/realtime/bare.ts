import { WebSocketServer } from 'ws';
import { answerAsks, listening } from './answers.ts';

const { server, url } = await listening();
const wss = new WebSocketServer({ server });
answerAsks(url, (payload) => {
  const bytes = Buffer.from(payload);
  for (const client of wss.clients) client.send(bytes, { binary: false });
});
