import { type Context, context, propagation, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Tracer } from '#server/core/ports.ts';

export type Tracing = Tracer & {
  /** Starts a child of the current span; the returned function ends it. */
  start: (name: string, attributes: Readonly<Record<string, string>>) => (hasFailed: boolean) => void;
  close: () => Promise<void>;
};

const NAME = 'vidya';
const UNUSED = { rename() {}, set() {} };
const ignore = () => {};

export const NO_TRACING: Tracing = { run: (_, __, work) => work(UNUSED), start: () => ignore, close: async () => {} };

/** Loaded only where OTEL_* variables, which the exporter reads itself, name a collector. */
export async function startTracing({ version }: { version: string }): Promise<Tracing> {
  const [
    { BatchSpanProcessor, NodeTracerProvider },
    { OTLPTraceExporter },
    { defaultResource, detectResources, envDetector, resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': NAME, 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
  provider.register();
  const tracer = trace.getTracer(NAME, version);

  return {
    run(name, { attributes, headers }, work) {
      const parent: Context = headers ? propagation.extract(context.active(), headers) : context.active();
      return tracer.startActiveSpan(name, { attributes }, parent, async (span) => {
        try {
          return await work({ rename: (other) => void span.updateName(other), set: (more) => void span.setAttributes(more) });
        } catch (error) {
          markFailed(span);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    start(name, attributes) {
      // A statement outside of requests and jobs, such as a look for due jobs every second, is not worth a trace.
      if (!trace.getActiveSpan()) return ignore;
      const span = tracer.startSpan(name, { attributes });
      return (hasFailed) => {
        if (hasFailed) markFailed(span);
        span.end();
      };
    },
    async close() {
      await provider.shutdown().catch(ignore);
      // In development the runtime is started again after each edit.
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

/** Leaves out the message, which may quote what a person wrote; the log has the cause. */
function markFailed(span: Span): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
}
