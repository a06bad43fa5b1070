import { Server } from 'socket.io';
import { answerCommands, listen } from './child-commands.ts';

const { server, url } = await listen();
const io = new Server(server, { transports: ['websocket'] });
answerCommands(url, (payload) => io.emit('broadcast', JSON.parse(payload)));
