import { Server } from 'socket.io';
import { answerAsks, listening } from './answers.ts';

const { server, url } = await listening();
const io = new Server(server, { transports: ['websocket'] });
answerAsks(url, (payload) => io.emit('broadcast', JSON.parse(payload)));
