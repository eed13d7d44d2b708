import type { ActiveRemote, DeclaredSetting, SettingValue } from '@patchwork/host';
import type { Inspection } from '@patchwork/kit/devtools';
import { Section } from '@patchwork/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { Chip, SmallButton } from '../../controls.tsx';
import { useRegistry } from '../../registry.ts';
import look from '../../styles.module.css';
import styles from './SettingsTab.module.css';

type Controls = Inspection['remoteControls'];

interface SettingProps {
  readonly remote: ActiveRemote;
  readonly name: string;
  readonly declared: DeclaredSetting;
  readonly remoteControls: Controls;
}

/** Returns where the value on this page comes from, in a word or two and in a sentence. */
function sourceOf(set: NonNullable<ActiveRemote['values']>[string] | undefined, isOwn: boolean) {
  if (isOwn) return ['this tab', 'Only this tab has it.'] as const;
  if (!set) return ['default', 'No value is set.'] as const;
  const { value, percent, isOn } = set;
  if (percent === 100) return ['set', 'It is set for all visitors.'] as const;
  const share = `${String(value)} is set for ${percent} % of the visitors`;
  return isOn
    ? (['share', `${share}, of whom you are one.`] as const)
    : (['default', `${share}, of whom you are none.`] as const);
}

/** Choices of a setting, if it has some. */
function choicesOf({ type, choices }: DeclaredSetting): readonly string[] | undefined {
  return type === 'boolean' ? ['true', 'false'] : choices;
}

function valueIn({ type }: DeclaredSetting, text: string): SettingValue {
  if (type === 'boolean') return text === 'true';
  return type === 'number' ? Number(text) : text;
}

function Setting({ remote, name, declared, remoteControls }: SettingProps) {
  const id = useId();
  const set = Object.hasOwn(remote.values ?? {}, name) ? remote.values?.[name] : undefined;
  const isOwn = Object.hasOwn(remoteControls.settings[remote.id] ?? {}, name);
  const value = set?.isOn ? set.value : declared.default;
  const [text, setText] = useState(String(value));
  const [source, sentence] = sourceOf(set, isOwn);
  const choices = choicesOf(declared);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    remoteControls.setSetting(remote.id, name, valueIn(declared, text));
  }
  return (
    <li className={`${look.stack} ${styles.setting}`}>
      <div className={look.row}>
        <code className={styles.name}>{name}</code>
        <Chip tone={isOwn ? 'busy' : 'calm'}>{source}</Chip>
      </div>
      <p className={look.wrap}>
        <strong>{String(value)}</strong>, default {String(declared.default)}. {sentence}
      </p>
      <p className={`${look.soft} ${look.wrap}`}>{declared.purpose}</p>
      <form className={look.row} onSubmit={submit}>
        <label htmlFor={id} className={styles.label}>
          Value in this tab
        </label>
        {choices ? (
          <select
            id={id}
            className={look.field}
            value={text}
            onChange={({ target }) => setText(target.value)}
          >
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        ) : (
          <input
            id={id}
            className={look.field}
            type={declared.type === 'number' ? 'number' : 'text'}
            step="any"
            required={declared.type === 'number'}
            maxLength={200}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <SmallButton type="submit" aria-label={`Use it for ${name} of ${remote.id}`}>
          Use it
        </SmallButton>
        {isOwn && (
          <SmallButton
            aria-label={`Use the shop’s ${name} of ${remote.id}`}
            onClick={() => remoteControls.setSetting(remote.id, name, undefined)}
          >
            Use the shop’s
          </SmallButton>
        )}
      </form>
    </li>
  );
}

type Declared = Readonly<Record<string, DeclaredSetting>>;

/** Returns the settings that a remote's version on this page declares. The page itself has only values that are set. */
function declaredBy(
  { id, version, settings }: ActiveRemote,
  registry: ReturnType<typeof useRegistry>,
): Declared {
  if (settings || !registry || registry instanceof Error) return settings ?? {};
  const found = registry.remotes.find((remote) => remote.id === id);
  const versions = found ? [found.stable, found.canary?.release, ...found.previous] : [];
  return versions.find((each) => each?.version === version)?.settings ?? {};
}

/** Tab with the settings of all remotes: their values on this page, where these come from, and other values to try. */
export function SettingsTab({ inspection }: { readonly inspection: Inspection }) {
  const { active, remoteControls } = inspection;
  const registry = useRegistry();
  const listed = active.remotes
    .map((remote) => ({ remote, settings: Object.entries(declaredBy(remote, registry)) }))
    .filter(({ settings }) => settings.length > 0);
  return (
    <div className={look.stack}>
      <p className={look.hint}>
        A value that you use here reloads the page, and holds for this tab. For visitors,{' '}
        <code>patchwork set</code> sets one.
      </p>
      {!registry && <p role="status">The settings are loading…</p>}
      {registry instanceof Error && (
        <p role="alert" className={look.bad}>
          The settings can’t be listed: {registry.message}.
        </p>
      )}
      {registry && listed.length === 0 && <p>No remote on this page declares a setting.</p>}
      {listed.map(({ remote, settings }) => (
        <Section key={remote.id} title={remote.id} level={3} className={look.stack}>
          <ul className={styles.list}>
            {settings.map(([name, declared]) => (
              <Setting key={name} {...{ remote, name, declared, remoteControls }} />
            ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}
