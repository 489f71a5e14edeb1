import { queryClassTree } from '@jwxt/contracts/base-info/administrative-class.operations.ts';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import type { WidgetProps } from '../ui/widget-props.ts';
import { classBranches, classSummary } from './class-choice.model.ts';
import { ClassSelectorDialog } from './class-selector.dialog.tsx';
import { PickInput } from './pick-input.tsx';

export type ClassPickerProps = WidgetProps & {
  /** Ids of the chosen classes. */
  value: readonly string[];
  onChange: (classes: string[]) => void;
  placeholder?: string;
};

/** An input that opens 行政班选择器: it tells the units, majors and classes that are chosen. */
export function ClassPicker({ value, onChange, placeholder = '请选择行政班', ...widget }: ClassPickerProps) {
  const [open, setOpen] = useState(false);
  const tree = useOperation(queryClassTree, {}, { enabled: value.length > 0, staleTime: 60_000 });
  const root = tree.data === undefined ? null : classBranches(tree.data);
  const summary = root === null ? null : classSummary(root, new Set(value));
  return (
    <>
      <PickInput
        {...widget}
        names={
          summary === null
            ? [...value]
            : [...summary.units, ...summary.majors, ...summary.classes].map(({ title }) => title)
        }
        placeholder={placeholder}
        onOpen={() => {
          setOpen(true);
        }}
        onClear={() => {
          onChange([]);
        }}
      />
      {open && (
        <ClassSelectorDialog
          value={value}
          onClose={() => {
            setOpen(false);
          }}
          onConfirm={(classes) => {
            setOpen(false);
            onChange(classes);
          }}
        />
      )}
    </>
  );
}
