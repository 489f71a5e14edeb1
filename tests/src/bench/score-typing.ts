/** Where somebody types, and how many students' rows a save has. */
export interface TypingPlace {
  readonly teachingClassId: string;
  readonly studentCodes: readonly string[];
  readonly dataKeys: readonly string[];
  readonly rowsInSave: number;
  /**
   * One item of each row a save, over and over; or whole rows, down the class once, each cell a value that can be
   * foretold.
   */
  readonly manner?: 'items' | 'rows';
}

/** Rows of a save, as the page sends them. */
type Rows = { studentCode: string; revision: number; items: Record<string, string> }[];

/** Types scores: each save has other values than the one before, so that each stores an event. */
export interface Typist {
  /** Of the sheet, as the last answer told. */
  revision: number;
  next(): Rows;
}

/** Begins to type in a place. */
export function scoreTyping(place: TypingPlace): Typist {
  return place.manner === 'rows' ? rowTyping(place) : itemTyping(place);
}

/** What {@link scoreTyping} by rows puts into a cell. */
export function typedValue(student: number, item: number): string {
  return (((student * 13 + item * 7) % 1000) / 10).toFixed(1);
}

function rowTyping({ studentCodes, dataKeys, rowsInSave }: TypingPlace): Typist {
  let typed = 0;
  return {
    revision: 0,
    next() {
      const first = typed;
      typed += rowsInSave;
      return studentCodes.slice(first, typed).map((studentCode, index) => ({
        studentCode,
        revision: this.revision,
        items: Object.fromEntries(dataKeys.map((dataKey, item) => [dataKey, typedValue(first + index, item)])),
      }));
    },
  };
}

function itemTyping({ studentCodes, dataKeys, rowsInSave }: TypingPlace): Typist {
  let turn = Math.floor(Math.random() * 1000);
  return {
    revision: 0,
    next() {
      turn += 1;
      const dataKey = dataKeys[turn % dataKeys.length]!;
      const first = (turn * rowsInSave) % studentCodes.length;
      return Array.from({ length: rowsInSave }, (_, index) => ({
        studentCode: studentCodes[(first + index) % studentCodes.length]!,
        revision: this.revision,
        items: { [dataKey]: (((turn * 7 + index) % 1000) / 10).toFixed(1) },
      }));
    },
  };
}
