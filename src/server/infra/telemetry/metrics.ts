import cluster from 'node:cluster';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Replica } from '#db/replica.ts';
import type { Observation } from '#server/core/observations.ts';
import type { Figures } from './figures.ts';

/** Read when Prometheus scrapes. */
export type MetricSources = {
  figures: () => Promise<Figures>;
  countSockets: () => Readonly<Record<string, number>>;
  isDatabaseAlive: () => boolean;
  poolSize: number;
  /** Null where there is none. */
  replica?: Pick<Replica, 'state' | 'lagMs'> | null;
  /** Null where no folder of backups is known. */
  readBackupTime: (() => Promise<Date | null>) | null;
  now: () => Date;
};

export type Metrics = {
  observe: (observation: Observation) => void;
  /** In the text format of Prometheus. */
  print: () => Promise<string>;
};

const FAST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60];

/** A registry of its own: development makes a new runtime after each edit, and a name can be registered once only. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerGauges(registry, sources);
  const observe = createObserver(registry);
  // The primary asks its workers and adds up what they answer.
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries([registry]);
    new AggregatorRegistry();
  }
  return { observe, print: () => registry.metrics() };
}

/** In the primary process: the sum over all workers. */
export function createClusterMetrics(): () => Promise<string> {
  const all = new AggregatorRegistry();
  return () => all.clusterMetrics();
}

function createObserver(registry: Registry): Metrics['observe'] {
  const registers = [registry];
  const requests = new Histogram({
    name: 'vidya_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames: ['entrance', 'method', 'route', 'status'],
    buckets: FAST_SECONDS,
    registers,
  });
  const procedures = new Histogram({
    name: 'vidya_procedure_duration_seconds',
    help: 'Time of a procedure, called by tRPC, by REST or by a page; outcome is ok or the code of the error',
    labelNames: ['procedure', 'outcome'],
    buckets: FAST_SECONDS,
    registers,
  });
  const statements = new Histogram({
    name: 'vidya_database_statement_duration_seconds',
    help: 'Time of a statement, with the wait for a connection',
    buckets: STATEMENT_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: 'vidya_job_duration_seconds',
    help: 'Time of one try of a job; outcome is done, retried or dead',
    labelNames: ['kind', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  });
  const pages = new Counter({
    name: 'vidya_pages_total',
    help: 'Public pages, by where they came from: cache or rendered',
    labelNames: ['source'],
    registers,
  });
  const visitorReads = new Counter({
    name: 'vidya_visitor_reads_total',
    help: 'Reads of visitors that went to the replica, by who answered: replica, or primary where the replica failed',
    labelNames: ['source'],
    registers,
  });
  const security = new Counter({
    name: 'vidya_security_events_total',
    help: 'Entries of the security log; code is that of a refusal',
    labelNames: ['event', 'code'],
    registers,
  });

  return (observation) => {
    switch (observation.of) {
      case 'request': {
        const { entrance, method, route, status, ms } = observation;
        return requests.observe({ entrance, method, route, status }, ms / 1000);
      }
      case 'procedure':
        return procedures.observe({ procedure: observation.path, outcome: observation.outcome }, observation.ms / 1000);
      case 'statement':
        return statements.observe(observation.ms / 1000);
      case 'job':
        return jobs.observe({ kind: observation.kind, outcome: observation.outcome }, observation.ms / 1000);
      case 'page':
        return pages.inc({ source: observation.isFromCache ? 'cache' : 'rendered' });
      case 'visitor-read':
        return visitorReads.inc({ source: observation.isFromReplica ? 'replica' : 'primary' });
      case 'security':
        return security.inc({ event: observation.entry.event, code: observation.entry.details?.code ?? '' });
    }
  };
}

function registerGauges(registry: Registry, { figures, countSockets, isDatabaseAlive, poolSize, replica, readBackupTime, now }: MetricSources): void {
  const registers = [registry];
  new Gauge({
    name: 'vidya_sockets',
    help: 'Open WebSocket and Socket.IO connections',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const [kind, count] of Object.entries(countSockets())) this.set({ kind }, count);
    },
  });
  new Gauge({
    name: 'vidya_database_up',
    help: '1 while the last connection to PostgreSQL works',
    aggregator: 'min',
    registers,
    collect() {
      this.set(isDatabaseAlive() ? 1 : 0);
    },
  });
  new Gauge({ name: 'vidya_database_pool_size', help: 'Connections that the processes may open', registers }).set(poolSize);
  const ofReplica = { labelNames: ['replica'], registers };
  new Gauge({
    ...ofReplica,
    name: 'vidya_replica_up',
    help: '1 while the replica answers and is not too far behind',
    aggregator: 'min',
    collect() {
      if (replica) this.set({ replica: 'reads' }, replica.state() === 'used' ? 1 : 0);
    },
  });
  new Gauge({
    ...ofReplica,
    name: 'vidya_replica_lag_seconds',
    help: 'How old the data of the replica are; infinite while it is away',
    aggregator: 'max',
    collect() {
      if (replica) this.set({ replica: 'reads' }, replica.lagMs() / 1000);
    },
  });
  new Gauge({
    name: 'vidya_backup_age_seconds',
    help: 'Since the last backup in BACKUP_DIR was finished; infinite where there is none',
    labelNames: ['backup'],
    aggregator: 'max',
    registers,
    async collect() {
      if (!readBackupTime) return;
      const finishedAt = await readBackupTime();
      this.set({ backup: 'last' }, finishedAt ? (now().getTime() - finishedAt.getTime()) / 1000 : Number.POSITIVE_INFINITY);
    },
  });
  // One read for all gauges of a scrape.
  let reading: Promise<Figures | null> | undefined;
  const read = () => {
    reading ??= figures()
      .catch(() => null)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  function countedGauge(name: string, help: string, label: string, of: keyof Figures): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      // All processes read the same database, so their values are not added up.
      aggregator: 'max',
      registers,
      async collect() {
        const counts = (await read())?.[of];
        this.reset();
        for (const [value, count] of Object.entries(counts ?? {})) this.set({ [label]: value }, count);
      },
    });
  }
  countedGauge('vidya_jobs', 'Jobs by state: waiting (not yet due), due, late (due for a minute and not begun), dead', 'state', 'jobs');
  countedGauge('vidya_bookings', 'Bookings by status, counted every five minutes', 'status', 'bookings');
  countedGauge('vidya_database_connections', 'Connections to this database by state, of all its users', 'state', 'connections');
}
