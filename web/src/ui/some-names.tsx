/** Of many names a line says the first ones, and how many there are: 张三、李四 等 12 项. */
export function someNames(names: readonly string[], said: number, unit = '项'): string {
  return names.length <= said + 1
    ? names.join('、')
    : `${names.slice(0, said).join('、')} 等 ${String(names.length)} ${unit}`;
}

/** The same in a cell, with all of them in a tooltip; an element that says its text, by which columns are measured. */
export function cellOfNames(names: readonly string[], said: number) {
  return (
    <span className="jw-two-lines" title={names.join('、')}>
      {someNames(names, said)}
    </span>
  );
}
