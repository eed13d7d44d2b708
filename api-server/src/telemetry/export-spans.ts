import { setTimeout as wait } from 'node:timers/promises';
import { DiagLogLevel, diag, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceSettings } from '../settings.ts';

/** Maximum wait for the last spans when the server stops. */
const STOP_TIMEOUT_MS = 1_000;

interface Telemetry {
  readonly tracer: Tracer;
  /** Exports the remaining spans. */
  readonly stop: () => Promise<void>;
}

/**
 * Exports spans by OTLP over HTTP, as JSON. Spans wait in a bounded queue, so some are dropped while no collector
 * answers.
 */
export function openTelemetry({ endpoint, share }: TraceSettings, log: Logger): Telemetry {
  const ignore = () => {};
  const error = (reason: string) => log.warn({ reason }, 'Traces could not be exported');
  diag.setLogger(
    { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const name = 'patchwork-api';
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name }),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
      }),
    ],
  });
  return {
    tracer: provider.getTracer(name),
    stop: () =>
      Promise.race([
        provider.shutdown().catch(ignore),
        wait(STOP_TIMEOUT_MS, undefined, { ref: false }),
      ]),
  };
}
