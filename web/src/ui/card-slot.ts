import { createContext } from 'react';

/** What a card offers to the tables inside: a place for their tools, and to fill the window. */
export type CardSlot = {
  /** The end of its toolbar, else of its title line; null: it has neither. */
  readonly place: HTMLElement | null;
  /** For the toolbar: its end is the place. */
  readonly offer: (place: HTMLElement | null) => void;
  /** Which of its tables has the place: the first that is there. */
  readonly owner: string | null;
  /** For a table: it is there; answers how to say that it has gone. */
  readonly enter: (id: string) => () => void;
  /** It may cover the window: it is the list of a page. */
  readonly grows: boolean;
  readonly full: boolean;
  readonly setFull: (full: boolean) => void;
};

/** Given by `Card`; null outside of one, as in a dialog. */
export const CardSlotContext = createContext<CardSlot | null>(null);
