import { describeError, Link, pathToAtom, servicesAtom } from '@patchwork/shop';
import {
  Button,
  buttonLook,
  FormError,
  missingLink,
  passFocusToHeading,
  useFragmentValues,
} from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import styles from '../../form/Form.module.css';
import { FormPage } from '../../form/Form.tsx';

interface TokenProps {
  token: string | null | undefined;
}

function ConfirmWith({ token }: TokenProps) {
  const pathTo = useAtomValue(pathToAtom);
  const { api } = useAtomValue(servicesAtom);
  const [state, setState] = useState<'asking' | 'sending' | 'done'>('asking');
  const [problem, setProblem] = useState<string>();

  async function confirm(): Promise<void> {
    if (state !== 'asking' || !token) return;
    setState('sending');
    setProblem(undefined);
    const confirmed = await api.confirmEmail({ body: { token } });
    setState(confirmed.ok ? 'done' : 'asking');
    if (!confirmed.ok) setProblem(describeError(confirmed.error));
  }

  return (
    <FormPage
      heading="Confirm your email"
      introduction={<p>So that the news about your orders reach you.</p>}
    >
      <div className={`sheet ${styles.form}`}>
        {state === 'done' ? (
          <>
            <p role="status">Thank you, your email is confirmed.</p>
            <p>
              <Link to={pathTo('product-list')} {...buttonLook()}>
                Continue to Shop!
              </Link>
            </p>
          </>
        ) : (
          <Button
            ref={passFocusToHeading}
            aria-busy={state === 'sending'}
            onClick={() => void confirm()}
          >
            Yes, it is mine
          </Button>
        )}
        <FormError message={problem ?? (token === null ? missingLink : undefined)} />
      </div>
    </FormPage>
  );
}

/**
 * Page with a button that confirms an email, with the token from a mailed link. Opening the page is not enough, because
 * mail scanners open links too.
 */
export function ConfirmEmail() {
  const token = useFragmentValues('token')?.get('token');
  return <ConfirmWith key={token} token={token} />;
}
