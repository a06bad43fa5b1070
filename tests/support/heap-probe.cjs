// Loaded into the server's processes. On SIGUSR2 it collects all garbage and writes how much of the heap is in use, into a file named after the process.
const { renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const file = join(process.env.HEAP_PROBE_FOLDER, String(process.pid));

function write() {
  collect();
  writeFileSync(`${file}.new`, String(process.memoryUsage().heapUsed));
  renameSync(`${file}.new`, file);
}

process.on('SIGUSR2', write);
write();
