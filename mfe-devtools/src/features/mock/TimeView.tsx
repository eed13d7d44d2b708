import type { MailRow, MockControl, MockState } from '@patchwork/mock-server';
import { Section } from '@patchwork/ui';
import { Choice, Disclosure, DownloadButton, Facts, SmallButton } from '../../controls.tsx';
import type { MockActions } from '../../mock.ts';
import look from '../../styles.module.css';
import { HtmlMail } from './HtmlMail.tsx';
import styles from './MockTab.module.css';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const steps = [
  { title: '+1 hour', by: HOUR_MS },
  { title: '+1 day', by: DAY_MS },
  { title: '+7 days', by: 7 * DAY_MS },
] as const;

const format = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' });

function describeAhead(milliseconds: number): string {
  if (milliseconds === 0) return 'the real time';
  const hours = Math.round(milliseconds / HOUR_MS);
  const days = Math.floor(hours / 24);
  return `${days > 0 ? `${days} d ` : ''}${hours % 24} h ahead`;
}

type StateProps = Pick<TimeViewProps, 'state' | 'actions'>;

function Clock({ state: { clock, nextStep, settings, tables }, actions }: StateProps) {
  const operator = tables.users.find(({ account }) => account.role === 'operator');
  const isWaiting = nextStep === undefined;
  return (
    <Section title="Clock" level={3} className={look.stack}>
      <p>
        {format.format(Date.now() + clock)}{' '}
        <span className={look.soft}>({describeAhead(clock)})</span>
      </p>
      <div className={look.row}>
        {steps.map(({ title, by }) => (
          <SmallButton key={title} onClick={() => actions.moveClock(by)}>
            {title}
          </SmallButton>
        ))}
        <SmallButton
          aria-disabled={isWaiting}
          onClick={() => isWaiting || actions.moveClock('nextStep')}
        >
          Until the next step
        </SmallButton>
      </div>
      <p className={look.hint}>
        {isWaiting
          ? 'No order waits for the warehouse. '
          : `Next step of the warehouse: ${format.format(nextStep)}. `}
        Payments, the links of mails and the time for returns end by this clock; logins do not.
        “Reset…” in Data sets it back.
      </p>
      <Choice
        isOn={!settings.isWarehouseByHand}
        onChange={(isOn) => actions.letWarehouseWork(isOn)}
      >
        Orders are packed, shipped and delivered by themselves
      </Choice>
      {operator && (
        <>
          <h4>Operator’s account</h4>
          <Facts
            facts={[
              ['Email', operator.email],
              ['Password', operator.password],
            ]}
          />
        </>
      )}
    </Section>
  );
}

/** A mail's text, in which addresses are links. */
const MailText = ({ text }: { readonly text: string }) => (
  <pre className={styles.mail}>
    {text.split(/(https?:\/\/\S+)/).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        // The parts of a text never change their order.
        <a key={`${index} ${part}`} href={part}>
          {part}
        </a>
      ),
    )}
  </pre>
);

function MailEntry({ mail, control }: { readonly mail: MailRow; readonly control: MockControl }) {
  const written = control.writeMail(mail);
  const subject = written.ok ? written.value.subject : mail.kind;
  return (
    <Disclosure
      id={`mail ${mail.id}`}
      columns={styles.mailLine}
      summary={
        <>
          <span>{subject}</span>
          <span className={look.soft}>{mail.recipient}</span>
          <time className={look.time} dateTime={mail.at}>
            {format.format(new Date(mail.at))}
          </time>
        </>
      }
    >
      {written.ok ? (
        <>
          <div className={styles.versions}>
            <HtmlMail subject={subject} html={written.value.html} />
            <MailText text={written.value.text} />
          </div>
          <DownloadButton name={`${mail.kind}.html`} make={() => written.value.html}>
            Save as HTML
          </DownloadButton>
        </>
      ) : (
        <p role="alert">This mail can’t be written: {written.error}</p>
      )}
    </Disclosure>
  );
}

interface TimeViewProps {
  readonly control: MockControl;
  readonly state: MockState;
  readonly actions: MockActions;
}

/** The mock's clock and warehouse, and the mails that a real server would have sent. */
export function TimeView({ control, state, actions }: TimeViewProps) {
  const mails = state.tables.users
    .flatMap(({ account }) => account.mails)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <div className={look.stack}>
      <Clock state={state} actions={actions} />
      <Section title="Mails" level={3}>
        {mails.length === 0 && <p className={look.nothing}>No mail would have been sent yet.</p>}
        {mails.map((mail) => (
          <MailEntry key={mail.id} mail={mail} control={control} />
        ))}
      </Section>
    </div>
  );
}
