import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { Button } from '@mantine/core';
import { Dialog } from '../ui/dialog.tsx';
import { StatusText } from '../ui/status-tag.tsx';
import type { DecisionResults } from './decision-form.dialog.tsx';
import type { Decidable } from './decision-form.model.ts';
import classes from './decision-form.module.css';

export type Decided = { results: DecisionResults; items: readonly Decidable[] };

/** How many were decided and how many refused. */
export function countResults({ results, items }: Decided): { done: number; refused: number } {
  const done = items.filter((item) => results[item.applyId]?.code === SUCCESS_CODE).length;
  return { done, refused: items.length - done };
}

/**
 * The result of each application, when at least one was refused: by whom and when it was decided before, or that its
 * content has changed.
 */
export function DecisionResultsDialog({
  decided,
  onClose,
  onOpen,
}: {
  decided: Decided | null;
  onClose: () => void;
  onOpen: (applyId: string) => void;
}) {
  const counts = decided ? countResults(decided) : { done: 0, refused: 0 };
  return (
    <Dialog
      opened={decided !== null}
      onClose={onClose}
      width={640}
      zIndex={230}
      title={
        counts.done === 0 ? '审批未完成' : `审批完成 ${String(counts.done)} 项，${String(counts.refused)} 项未处理`
      }
      footer={
        <Button onClick={onClose} data-autofocus>
          知道了
        </Button>
      }
    >
      <ul className={classes['results']}>
        {decided?.items.map((item) => {
          const result = decided.results[item.applyId];
          const done = result?.code === SUCCESS_CODE;
          return (
            <li key={item.applyId}>
              <div>
                <div>{item.title}</div>
                <StatusText tone={done ? 'green' : 'red'}>{result?.message ?? '审批失败'}</StatusText>
              </div>
              {!done && (
                <Button
                  variant="default"
                  size="xs"
                  style={{ flex: 'none' }}
                  onClick={() => {
                    onOpen(item.applyId);
                  }}
                >
                  查看最新内容
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
