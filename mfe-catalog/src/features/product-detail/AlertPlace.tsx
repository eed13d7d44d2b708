import { useAtomValue } from 'jotai';
import { alertOfferAtom } from '../../state/stock-alerts.ts';
import styles from './StockAlert.module.css';

/**
 * Keeps the place of the button until it is known whether there is one. Reads the offer, which is the same for everyone,
 * so that a page rendered with its data keeps none in a shop that sends no mails: its texts would move.
 */
export function AlertPlace() {
  const { data } = useAtomValue(alertOfferAtom);
  return data?.isOffered === false ? null : <div className={styles.alert} />;
}
