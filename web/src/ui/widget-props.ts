/** What every input of this kit understands. A `Field` around it shows label and error; without one give `label`. */
export type WidgetProps = {
  id?: string;
  /** Name for those who do not see a label, where no `<label htmlFor>` names the input. */
  label?: string;
  /** Paints the edge red. The words are the `Field`'s. */
  error?: boolean;
  disabled?: boolean;
};

/** The attributes of the real input that {@link WidgetProps} stand for. */
export function inputAttributes({ id, label, error, disabled }: WidgetProps): {
  id?: string;
  'aria-label'?: string;
  error: boolean;
  disabled: boolean;
} {
  return {
    ...(id === undefined ? {} : { id }),
    ...(label === undefined ? {} : { 'aria-label': label }),
    error: error ?? false,
    disabled: disabled ?? false,
  };
}
