import { PageHeading } from '@patchwork/shop/ui';
import { DayPicker } from 'react-day-picker';
import 'react-day-picker/style.css';
import styles from './Picker.module.css';

const month = new Date(2026, 10);

/** A date picker with its package's own styles. */
export function Picker() {
  return (
    <div className="container">
      <PageHeading>A date picker</PageHeading>
      <DayPicker mode="single" defaultMonth={month} className={styles.small ?? ''} />
    </div>
  );
}
