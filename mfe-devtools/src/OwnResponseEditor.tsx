import { err } from '@patchwork/domain';
import type { ConditionsControl, OwnResponse } from '@patchwork/mock-server';
import { JsonEditor } from './JsonEditor.tsx';

interface OwnResponseEditorProps {
  readonly control: ConditionsControl;
  /** The response at first. Saving it under another method or path replaces it. */
  readonly initial: OwnResponse;
  readonly onSave?: () => void;
  readonly onClose: () => void;
}

/** Edits a response that the page gets in place of the API's own. */
export function OwnResponseEditor({ control, initial, onSave, onClose }: OwnResponseEditorProps) {
  function save(value: unknown) {
    // Compared by method and path: each change of the settings makes new objects.
    const replaced = [initial, Object(value)];
    const { responses = [] } = control.read();
    const others = responses.filter(
      ({ method, path }) => !replaced.some((each) => each.method === method && each.path === path),
    );
    const outcome = control.changeSettings({ responses: [value as OwnResponse, ...others] });
    if (!outcome.ok) {
      return err(outcome.error.map((text) => text.replace(/^settings: responses\.0\.?/, '')));
    }
    onSave?.();
    return outcome;
  }
  return (
    <JsonEditor
      title="Your own response"
      label="Its method, path, status, headers, body and delay in milliseconds, as JSON"
      initial={initial}
      action="Save"
      save={save}
      onClose={onClose}
    />
  );
}
