import { EmptyState, type EmptyStateProps } from './faces.tsx';
import { Card, type CardProps } from './page.tsx';

/** Height of a card that says nothing else (PICKERS-139). */
export const CARD_HEIGHT = 316;

export type ContentCardProps = Omit<CardProps, 'grow' | 'style'> & {
  /** Pixels, title line included. Default {@link CARD_HEIGHT}. */
  height?: number;
  /** Nothing to show: the empty face instead of the children, 暂无数据 unless it says otherwise (PICKERS-138). */
  empty?: boolean | EmptyStateProps;
};

/** A card of a fixed height, so that cards side by side line up; what is longer scrolls inside. */
export function ContentCard({ height = CARD_HEIGHT, empty = false, children, ...card }: ContentCardProps) {
  return (
    <Card {...card} style={{ height }}>
      {empty === false ? children : <EmptyState compact {...(empty === true ? {} : empty)} />}
    </Card>
  );
}
