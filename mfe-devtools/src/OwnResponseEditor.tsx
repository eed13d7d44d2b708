import { err } from '@patchwork/domain';
import type { ConditionsControl, OwnResponse } from '@patchwork/mock-server';
import { JsonEditor } from './JsonEditor.tsx';

interface OwnResponseEditorProps {
  readonly control: ConditionsControl;
  /** Initial response. Saving replaces it, even if its method or path has been changed. */
  readonly initial: OwnResponse;
  readonly onSave?: () => void;
  readonly onClose: () => void;
}

/** Form for a custom response, which the page gets instead of the API's. */
export function OwnResponseEditor({ control, initial, onSave, onClose }: OwnResponseEditorProps) {
  function save(value: unknown) {
    // Compared by method and path, because each change of the settings creates new objects.
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
