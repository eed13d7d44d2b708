import { describeError, Link, pathToAtom, servicesAtom } from '@patchwork/shop';
import {
  Button,
  buttonLook,
  FormError,
  missingLink,
  PageHeading,
  passFocusToHeading,
  useFragmentValues,
  useIsHydrated,
} from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import page from '../../Page.module.css';
import * as t from '../../texts/stockAlert.ts';

const texts = {
  confirm: {
    question: t.confirmQuestion,
    button: t.confirmButton,
    done: t.confirmDone,
  },
  stop: {
    question: t.stopQuestion,
    button: t.stopButton,
    done: t.stopDone,
  },
};

interface AnswerProps {
  readonly action: keyof typeof texts;
  /** Null if the address has none, undefined before it is read. */
  readonly token: string | null | undefined;
}

function Answer({ action, token }: AnswerProps) {
  const pathTo = useAtomValue(pathToAtom);
  const { api } = useAtomValue(servicesAtom);
  const [isSending, setIsSending] = useState(false);
  const [productId, setProductId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { question, button, done } = texts[action];

  async function follow(): Promise<void> {
    if (isSending || !token) return;
    setIsSending(true);
    setProblem(undefined);
    const followed = await api.followStockAlertLink({ body: { token, action } });
    setIsSending(false);
    if (followed.ok) setProductId(followed.value.productId);
    else setProblem(describeError(followed.error));
  }

  return (
    <>
      {productId === undefined ? (
        <>
          <p>{question}</p>
          <div>
            <Button ref={passFocusToHeading} aria-busy={isSending} onClick={() => void follow()}>
              {button}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p role="status">{done}</p>
          <div>
            <Link to={pathTo('product', { productId })} {...buttonLook()}>
              {t.seeProduct}
            </Link>
          </div>
        </>
      )}
      <FormError message={problem ?? (token === null ? missingLink : undefined)} />
    </>
  );
}

/**
 * Page of the links in mails about stock. Opening it is not enough to confirm or to end anything, because mail scanners
 * open links too.
 */
export function StockAlertPage() {
  const values = useFragmentValues('confirm', 'stop');
  const action = values?.has('stop') ? 'stop' : 'confirm';
  const token = values?.get(action);
  return (
    <div className={`container ${page.page}`}>
      <PageHeading>{t.heading}</PageHeading>
      {/* The page's HTML is the same for every link. */}
      {useIsHydrated() && <Answer key={`${action} ${token}`} action={action} token={token} />}
    </div>
  );
}
