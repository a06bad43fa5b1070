// Loaded by NODE_OPTIONS=--import: the clock of this process is shifted by the milliseconds that stand in CLOCK_FILE.
import { readFileSync } from 'node:fs';

const Machine = Date;
let shift = 0;
const read = () => {
  shift = Number(readFileSync(process.env.CLOCK_FILE, 'utf8')) || 0;
};
read();
setInterval(read, 20).unref();

globalThis.Date = class extends Machine {
  constructor(...given) {
    super(...(given.length === 0 ? [Machine.now() + shift] : given));
  }
  static now() {
    return Machine.now() + shift;
  }
};
