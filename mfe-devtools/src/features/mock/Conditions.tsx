import {
  type CallName,
  type ConditionsControl,
  type Failure,
  type MockControl,
  type MockSettings,
  type OwnResponse,
  runningMock,
  type ScenarioName,
  scenarioNames,
} from '@patchwork/mock-server';
import { Section, TableHead } from '@patchwork/ui';
import { useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { SmallButton, TextList } from '../../controls.tsx';
import {
  callNamesWith,
  callTitle,
  conditionsOf,
  describeDelay,
  describeFailures,
  describeResponse,
  lineOf,
  percent,
  scenarios,
} from '../../mock.ts';
import { OwnResponseEditor } from '../../OwnResponseEditor.tsx';
import { useOwnCalls } from '../../own-calls.ts';
import look from '../../styles.module.css';
import styles from './MockTab.module.css';

interface ScenarioListProps {
  readonly current: ScenarioName;
  readonly play: (scenario: ScenarioName) => void;
}

/** Scenarios, each with a button. Playing the current scenario again restores its data and settings. */
function ScenarioList({ current, play }: ScenarioListProps) {
  const id = useId();
  return (
    <Section title="Scenarios" level={3}>
      <p className={look.hint}>
        Playing one replaces all data and settings. Time travel restores the earlier data.
      </p>
      <ul>
        {scenarioNames.map((name) => (
          <li
            key={name}
            className={`${look.entry} ${styles.scenario}`}
            aria-current={name === current}
          >
            <div>
              <h4 id={`${id}-${name}`} className={look.row}>
                {scenarios[name].title}
                {name === current && <span className={styles.mark}>in force</span>}
              </h4>
              <p className={look.soft}>{scenarios[name].what}</p>
            </div>
            <SmallButton aria-describedby={`${id}-${name}`} onClick={() => play(name)}>
              {name === current ? 'Play again' : 'Play'}
            </SmallButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface SeedFieldProps {
  readonly seed: number;
  readonly change: ConditionsControl['changeSettings'];
}

/** Returns a random seed of at most six digits, which is easy to say aloud. */
const newSeed = () => Math.floor(Math.random() * 1_000_000);

/** Field for the seed that decides which calls fail. A valid seed is applied at once. */
function SeedField({ seed, change }: SeedFieldProps) {
  const id = useId();
  const [refused, setRefused] = useState<{ text: string; seed: number }>();
  // Hides the message once a scenario or a link has set another seed.
  const isRefused = refused?.seed === seed;
  const type = (text: string) => {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    setRefused(change({ seed: number }).ok ? undefined : { text, seed });
  };
  return (
    <div className={`${look.stack} ${look.tight}`}>
      <label htmlFor={id}>Seed of the failures</label>
      <div className={look.row}>
        <input
          id={id}
          className={`${look.field} ${styles.seed}`}
          inputMode="numeric"
          autoComplete="off"
          value={isRefused ? refused.text : seed}
          aria-invalid={isRefused}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => type(target.value)}
        />
        <SmallButton onClick={() => type(String(newSeed()))}>New seed</SmallButton>
      </div>
      <p id={`${id}-hint`} className={look.soft}>
        {isRefused ? (
          <span role="alert" className={look.bad}>
            A seed is a whole number from 0 to 4,294,967,295.
          </span>
        ) : (
          'The same seed and the same calls fail the same way.'
        )}
      </p>
    </div>
  );
}

interface FailureTableProps {
  readonly failures: MockSettings['failures'];
  readonly change: ConditionsControl['changeSettings'];
}

/** Table of endpoints with their failure rate and kind of failure. */
function FailureTable({ failures, change }: FailureTableProps) {
  const id = useId();
  const fails = describeFailures(failures);
  // The conditions of a real API don't reach the remotes' own.
  const own = useOwnCalls().filter(({ isServed }) => runningMock() && !isServed);
  const setFailure = (name: CallName, failure: Failure) =>
    change({ failures: { ...failures, [name]: failure } });
  return (
    <div className={look.stack}>
      <div className={`${look.row} ${look.apart}`}>
        <h4 id={id}>What fails</h4>
        <SmallButton aria-disabled={fails.length === 0} onClick={() => change({ failures: {} })}>
          Let nothing fail
        </SmallButton>
      </div>
      <div role="status" className={look.soft}>
        {fails.length === 0 ? (
          <p>Nothing fails on purpose.</p>
        ) : (
          <TextList texts={fails} className={look.warning} />
        )}
      </div>
      <table className={`${look.table} ${styles.failures}`} aria-labelledby={id}>
        <TableHead columns={['Call', 'How many fail', 'With']} />
        <tbody>
          {callNamesWith(failures, own).map((name) => (
            <FailureRow
              key={name}
              name={name}
              failure={failures[name]}
              onChange={(failure) => setFailure(name, failure)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const endings: readonly Failure['as'][] = ['network', 500, 503, 429, 401, 404];

const none: Failure = { rate: 0, as: 500 };

interface FailureRowProps {
  readonly name: CallName;
  readonly failure: Failure | undefined;
  readonly onChange: (failure: Failure) => void;
}

function FailureRow({ name, failure = none, onChange }: FailureRowProps) {
  const [method, path] = lineOf(name);
  const title = callTitle(name);
  // An imported snapshot may use a status that isn't offered.
  const offered = new Set([...endings, failure.as]);
  return (
    <tr data-fails={failure.rate > 0}>
      <th scope="row">
        <code>
          <span className={styles.method}>{method}</span> {path}
        </code>
      </th>
      <td>
        <div className={look.row}>
          <input
            type="range"
            aria-label={`How many of ${title} fail`}
            aria-valuetext={percent(failure.rate)}
            className={styles.range}
            min={0}
            max={100}
            step={5}
            value={Math.round(failure.rate * 100)}
            onChange={({ target }) => onChange({ ...failure, rate: target.valueAsNumber / 100 })}
          />
          <span className={styles.value} aria-hidden="true">
            {percent(failure.rate)}
          </span>
        </div>
      </td>
      <td>
        <select
          className={look.field}
          aria-label={`How ${title} fails`}
          value={failure.as}
          onChange={({ target: { value } }) =>
            onChange({ ...failure, as: value === 'network' ? value : Number(value) })
          }
        >
          {[...offered].map((as) => (
            <option key={as} value={as}>
              {as === 'network' ? 'no response' : as}
            </option>
          ))}
        </select>
      </td>
    </tr>
  );
}

interface OwnResponsesProps {
  readonly control: ConditionsControl;
  readonly responses: readonly OwnResponse[];
}

const newResponse: OwnResponse = {
  method: 'GET',
  path: '/api/',
  status: 200,
  headers: {},
  body: {},
  delay: 0,
};

/** Custom responses, which the page gets instead of the API's, with a form to add or edit one. */
function OwnResponses({ control, responses }: OwnResponsesProps) {
  const [opened, setOpened] = useState<OwnResponse>();
  const title = useRef<HTMLHeadingElement>(null);
  const close = () => {
    flushSync(() => setOpened(undefined));
    title.current?.focus();
  };
  const remove = (response: OwnResponse) => {
    control.changeSettings({ responses: responses.filter((each) => each !== response) });
    close();
  };
  return (
    <div className={look.stack}>
      <div className={`${look.row} ${look.apart}`}>
        <h4 ref={title} tabIndex={-1}>
          Your own responses
        </h4>
        <SmallButton onClick={() => setOpened(newResponse)}>Add a response</SmallButton>
      </div>
      <p className={look.hint}>
        Sent in place of the API’s; the first that fits a call counts. They stay until they are
        removed or the tab is closed.
      </p>
      {opened && (
        <OwnResponseEditor
          key={describeResponse(opened)}
          control={control}
          initial={opened}
          onClose={close}
        />
      )}
      <ul>
        {responses.map((response) => {
          const text = describeResponse(response);
          return (
            <li key={text} className={`${look.row} ${look.apart} ${look.entry}`}>
              <code className={`${look.code} ${look.warning}`}>{text}</code>
              <div className={look.row}>
                <SmallButton aria-label={`Edit ${text}`} onClick={() => setOpened(response)}>
                  Edit
                </SmallButton>
                <SmallButton aria-label={`Remove ${text}`} onClick={() => remove(response)}>
                  Remove
                </SmallButton>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Controls for delays, failures and custom responses, for the mock or a real API. */
export function Network({ control }: { readonly control: ConditionsControl }) {
  const {
    delay,
    seed,
    failures,
    responses = [],
  } = useSyncExternalStore(control.subscribe, control.read);
  const change = control.changeSettings;
  const id = useId();
  return (
    <Section title="Network" level={3} className={look.stack}>
      <div className={styles.dials}>
        <div className={`${look.stack} ${look.tight}`}>
          <label htmlFor={id}>Delay of every response</label>
          <div className={look.row}>
            <input
              id={id}
              type="range"
              className={styles.range}
              min={0}
              max={10_000}
              step={100}
              value={delay}
              aria-valuetext={describeDelay(delay)}
              onChange={({ target }) => change({ delay: target.valueAsNumber })}
            />
            <output htmlFor={id} className={styles.value}>
              {describeDelay(delay)}
            </output>
          </div>
        </div>
        <SeedField seed={seed} change={change} />
      </div>
      <OwnResponses control={control} responses={responses} />
      <FailureTable failures={failures} change={change} />
    </Section>
  );
}

interface ConditionsProps {
  readonly control: MockControl;
  readonly scenario: ScenarioName;
  readonly play: (scenario: ScenarioName) => void;
}

/** Controls for the mock's conditions: the scenario, the delay, failures and custom responses. */
export function Conditions({ control, scenario, play }: ConditionsProps) {
  const conditions = useMemo(() => conditionsOf(control), [control]);
  return (
    <div className={`${look.stack} ${styles.conditions}`}>
      <ScenarioList current={scenario} play={play} />
      <Network control={conditions} />
    </div>
  );
}
