import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startServer } from '#tests/support/server.ts';

/** `by`: the procedure that asked, or what else did, such as `session`; below what, if anything. */
export type TracedStatement = { by: string; below: string; text: string };

type Span = { name: string; spanId: string; parentSpanId?: string; attributes: { key: string; value: { stringValue?: string } }[] };

export type TracedServer = {
  url: string;
  /** What was asked since `begin` for requests and sockets: what a job asks, or somebody who looks for due jobs, does not belong to them. */
  statements: () => TracedStatement[];
  begin: () => void;
  stop: () => Promise<void>;
};

/** The built product on the database of the journeys, with a collector of its traces. */
export async function startTracedServer(): Promise<TracedServer> {
  let spans: Span[] = [];
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: '20' };
  const server = await startServer({ databaseUrl: process.env.E2E_DATABASE_URL ?? '', env });

  function statements(): TracedStatement[] {
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const parentOf = ({ parentSpanId = '' }: Span) => byId.get(parentSpanId);
    const pathTo = (span: Span | undefined): string[] => (span ? [span.name, ...pathTo(parentOf(span))] : []);
    return spans.flatMap((span) => {
      const [by = '', ...below] = pathTo(parentOf(span));
      if (span.name !== 'statement' || [by, ...below].some((name) => name.startsWith('job '))) return [];
      const text = span.attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue ?? '';
      return [{ by, below: below.join(' < '), text: text.replace(/\s+/g, ' ').trim() }];
    });
  }

  return {
    url: server.url,
    statements,
    begin: () => {
      spans = [];
    },
    async stop() {
      await server.stop();
      collector.closeAllConnections();
      await new Promise((resolve) => collector.close(resolve));
    },
  };
}
