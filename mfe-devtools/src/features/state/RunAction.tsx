import { err, ok, type Result } from '@patchwork/domain';
import type { Inspection } from '@patchwork/kit/devtools';
import type { WritableAtom } from 'jotai';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SmallButton } from '../../controls.tsx';
import { JsonEditor } from '../../JsonEditor.tsx';
import { counted } from '../../measure.ts';
import { hideInBody } from '../../secrets.ts';
import look from '../../styles.module.css';
import type { Action } from './shared-state.ts';

/** Number of arguments before `...args` in an action's write function: get and set. */
const OWN_PARAMETERS = 2;

/** Returns how many arguments an action needs. Optional ones don't count. */
const argumentCount = ({ write }: Action): number => Math.max(write.length - OWN_PARAMETERS, 0);

/** Checks arguments for an action. Each error is a sentence. */
function checkArguments(action: Action, value: unknown): Result<unknown[], readonly string[]> {
  const needed = argumentCount(action);
  if (!Array.isArray(value)) return err(['Give the arguments as a list: [first, second].']);
  if (value.length >= needed) return ok(value);
  const given = value.length === 0 ? 'none' : String(value.length);
  return err([
    `${action.debugLabel} needs ${counted(needed, 'argument', 'arguments')}, not ${given}.`,
  ]);
}

/** Returns the arguments to start from: the current value, unless it contains a secret. */
function initialArguments(action: Action, value: unknown): unknown[] {
  const text = JSON.stringify(value) ?? 'null';
  const isSecret = hideInBody(text) !== text;
  return argumentCount(action) === 0 || isSecret ? [] : [value];
}

interface RunActionProps {
  readonly action: Action;
  /** Current value, as a first argument to start from. */
  readonly value: unknown;
  readonly store: Inspection['store'];
}

/** Button that opens a form with an action's arguments, and runs the action as the shop does. */
export function RunAction({ action, value, store }: RunActionProps) {
  const name = action.debugLabel;
  const [isOpen, setIsOpen] = useState(false);
  const [message, setMessage] = useState('');
  const button = useRef<HTMLButtonElement>(null);

  async function finish(outcome: unknown): Promise<void> {
    setMessage(`${name} is running…`);
    try {
      await outcome;
      setMessage(`${name} has run.`);
    } catch (error) {
      setMessage(`${name} failed: ${error}`);
    }
  }
  function run(typed: unknown): Result<void, readonly string[]> {
    const checked = checkArguments(action, typed);
    if (!checked.ok) return checked;
    try {
      const written: WritableAtom<unknown, unknown[], unknown> = action;
      void finish(store.set(written, ...checked.value));
      return ok(undefined);
    } catch (error) {
      return err([`${name} failed: ${error}`]);
    }
  }
  function close() {
    flushSync(() => setIsOpen(false));
    button.current?.focus();
  }
  if (isOpen) {
    return (
      <JsonEditor
        title={name}
        label="Its arguments as a JSON list"
        initial={initialArguments(action, value)}
        action="Run"
        save={run}
        onClose={close}
      />
    );
  }
  return (
    <div className={look.row}>
      <SmallButton ref={button} onClick={() => setIsOpen(true)}>
        Run {name}
      </SmallButton>
      <span role="status">{message}</span>
    </div>
  );
}
