import { formatRupees } from '@patchwork/shop/domain';
import { useId } from 'react';
import { useDraft } from '../../useDraft.ts';
import styles from './PriceSlider.module.css';

interface PriceSliderProps {
  /** Whole rupees. */
  value: number;
  /** The slider's end, in whole rupees. */
  limit: number;
  onChange: (value: number) => void;
}

/** The highest price, in steps of 50 rupees. The list follows when the slider has stopped moving. */
export function PriceSlider({ value, limit, onChange }: PriceSliderProps) {
  const id = useId();
  const price = useDraft(value, onChange);
  return (
    <div className={styles.slider}>
      <label className={styles.label} htmlFor={id}>
        Maximum price
      </label>
      <span aria-hidden="true" className={styles.value}>
        {formatRupees(price.value)}
      </span>
      <input
        id={id}
        className={styles.range}
        type="range"
        min={0}
        max={limit}
        step={50}
        value={price.value}
        aria-valuetext={formatRupees(price.value)}
        onChange={(event) => price.edit(event.target.valueAsNumber)}
        onBlur={price.flush}
      />
      <span className={styles.end}>{formatRupees(0)}</span>
      <span className={styles.end}>{formatRupees(limit)}</span>
    </div>
  );
}
