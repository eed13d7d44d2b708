import {
  formatDeliveryDate,
  formatDeliveryDay,
  formatDeliveryTime,
  LONGEST_DAY,
} from '@patchwork/shop/domain';
import { DatedText } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { likelyDeliveryAtom } from '../../state/delivery.ts';
import * as t from '../../texts/delivery.ts';

interface ProductDeliveryProps {
  /** Days of the product's own delivery time. */
  readonly days: number;
}

/**
 * Duration and date of a product's delivery to the shopper's address. Until the PIN code's days are known, and in a shop
 * that has none, it is the text that the product's page shows without this fragment.
 */
export function ProductDelivery({ days: ownDays }: ProductDeliveryProps) {
  const { data } = useAtomValue(likelyDeliveryAtom);
  if (data?.isDeliverable === false) return t.notDelivered(data);
  const pinDays = data?.days ?? null;
  const days = Math.max(ownDays, pinDays ?? 0);
  const dayOf = (today: Date) =>
    pinDays === null
      ? formatDeliveryDay(days, today)
      : t.dayTo({ day: formatDeliveryDate(days, today), pin: data?.pin ?? '' });
  return (
    <DatedText
      end={(today) => {
        const day = dayOf(today);
        return day && t.byDay({ day });
      }}
      longestEnd={t.byDay({ day: LONGEST_DAY })}
    >
      {formatDeliveryTime(days)}
    </DatedText>
  );
}
