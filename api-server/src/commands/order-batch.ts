import type { WireBodyOf } from '@patchwork/api';
import { refusals } from '@patchwork/api/refusals';
import type { Database } from '../database/database.ts';
import { changeAnyOrder } from '../operator/orders.ts';
import { CommandError, readCsv } from './files.ts';
import { checkBody, counted, type Report } from './operator.ts';
import { describeChange } from './order-report.ts';

/** Change of one of several orders. */
export interface OrderStep {
  /** Number or id of the order, as typed. */
  readonly reference: string;
  readonly action: WireBodyOf<'changeOrder'>['action'];
}

const checked = (reference: string, action: object): OrderStep => ({
  reference,
  action: checkBody<WireBodyOf<'changeOrder'>>('changeOrder', { action }).action,
});

export const packColumns = ['order'];
export const shipColumns = ['order', 'carrier', 'tracking'];

/** Returns the steps of `orders pack`, whose orders are either arguments or in a file. */
export const packSteps = (
  references: readonly string[],
  file: string | undefined,
): Promise<OrderStep[]> =>
  stepsOf(references, file, packColumns, packColumns, ({ order = '' }) =>
    checked(order, { type: 'pack' }),
  );

interface ShipOptions {
  readonly file?: string;
  readonly carrier?: string;
  readonly tracking?: string;
}

/** Returns the steps of `orders ship`. The options apply to each order for which a file has no value of its own. */
export const shipSteps = (
  references: readonly string[],
  { file, ...options }: ShipOptions,
): Promise<OrderStep[]> =>
  stepsOf(references, file, shipColumns, ['order'], (cells) => {
    const carrier = cells.carrier || options.carrier;
    if (carrier === undefined) throw new CommandError('the carrier is missing: give --carrier');
    const trackingUrl = cells.tracking || options.tracking;
    return checked(cells.order ?? '', { type: 'ship', carrier, trackingUrl });
  });

type Cells = Readonly<Record<string, string | undefined>>;

/** Reads all steps before the first one is made: a faulty file changes nothing. Throws a CommandError with its faults. */
async function stepsOf(
  references: readonly string[],
  file: string | undefined,
  columns: readonly string[],
  required: readonly string[],
  stepOf: (cells: Cells) => OrderStep,
): Promise<OrderStep[]> {
  if ((file === undefined) === (references.length === 0)) {
    throw new CommandError('Give either the numbers of orders or --file');
  }
  if (file === undefined) return references.map((order) => stepOf({ order }));
  const steps: OrderStep[] = [];
  const faults: string[] = [];
  for await (const { at, fields } of readCsv(file, columns, required)) {
    try {
      steps.push(stepOf(fields as Cells));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      faults.push(`${at}: ${error.message}`);
    }
  }
  if (faults.length > 0) throw new CommandError(`No order was changed: ${file} has faults`, faults);
  if (steps.length === 0) throw new CommandError(`No order was changed: ${file} has none`);
  return steps;
}

interface Batch {
  readonly reports: readonly Report[];
  readonly refused: readonly { readonly order: string; readonly reason: string }[];
}

/** Makes each step in a transaction of its own. Those that are refused don't stop the others. */
export async function changeOrders(
  db: Database,
  steps: readonly OrderStep[],
  who: string,
): Promise<Batch> {
  const reports: Report[] = [];
  const refused: Batch['refused'][number][] = [];
  for (const { reference, action } of steps) {
    const changed = await changeAnyOrder(db, reference, action, who);
    if (changed.ok) reports.push(describeChange(changed.value, false));
    else refused.push({ order: reference, reason: refusals[changed.error].text });
  }
  return { reports, refused };
}

/** Describes the result for each order. A single order is described as by the commands that change one. */
export function describeBatch({ reports, refused }: Batch): Report {
  const total = reports.length + refused.length;
  const [first] = refused;
  if (total === 1 && first) throw new CommandError(first.reason);
  const [single] = reports;
  if (total === 1 && single) return single;
  return {
    sentence: reports.map(({ sentence }) => sentence).join('\n'),
    data: { orders: reports.map(({ data }) => data), refused },
    failure:
      first &&
      new CommandError(
        `${counted(refused.length, 'order')} of ${total} ${refused.length === 1 ? 'was' : 'were'} refused`,
        refused.map(({ order, reason }) => `${order}: ${reason}`),
      ),
  };
}
