/** A request that was answered. Every field comes from a short list: each combination is a time series. */
interface AnsweredRequest {
  readonly server: 'api' | 'shop';
  /** The endpoint's name, or the kind of file. Never a path or an id. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface MetricDescription {
  readonly name: string;
  /** One sentence, which Prometheus shows. */
  readonly help: string;
  readonly labels?: readonly string[];
}

export interface GaugeDescription extends MetricDescription {
  /** Called at each scrape. Where it throws, the gauge has no sample. */
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

/** Where servers of this process put their metrics. */
export interface Metrics {
  readonly observe: (request: AnsweredRequest) => void;
  readonly gauge: (gauge: GaugeDescription) => void;
  /** Returns what adds 1 to a series. */
  readonly counter: (
    counter: MetricDescription,
  ) => (labels: Readonly<Record<string, string>>) => void;
}

export interface MetricsServer extends Metrics {
  /** GET /metrics answers here, and nothing else does. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Where Prometheus scrapes; a port of 0 takes any free one. */
export interface MetricsAddress {
  readonly port: number;
  readonly host: string;
}
