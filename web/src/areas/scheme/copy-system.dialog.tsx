import {
  copyGradeMajor,
  copyToGradeMajor,
  type CopiedSystem,
} from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOperationMutation } from '../../lib/queries.ts';
import { confirm } from '../../ui/confirm.ts';
import { Dialog } from '../../ui/dialog.tsx';
import layout from '../../ui/dialog-form.module.css';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import { GradeMajorChoice } from './grade-major-choice.tsx';
import classes from './scheme.module.css';

/** Gives grade-majors the credits of a template, or of another grade-major; what they have stays (SCHEME-10). */
export function CopySystemDialog({
  schemeVersionId,
  from,
  name,
  onClose,
}: {
  schemeVersionId: string;
  /** Null: the template. */
  from: string | null;
  name: string;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [missing, setMissing] = useState(false);
  const ended = {
    invalidates: ['schemeSystem.', 'majorSystem.', 'gradeMajorSchemeRequirement.', 'schemeVersion.'],
    onSuccess: ({ list }: { list: CopiedSystem[] }) => {
      onClose();
      void confirm({ title: '复制结果', confirmText: '知道了', message: <Copied list={list} /> });
    },
  };
  const ofVersion = useOperationMutation(copyToGradeMajor, ended);
  const ofGradeMajor = useOperationMutation(copyGradeMajor, ended);
  return (
    <Dialog opened width={560} title={`复制“${name}”的学分要求`} onClose={onClose} input={chosen} flush>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen.length === 0) setMissing(true);
          else if (from === null) ofVersion.mutate({ schemeVersionId, gradeMajorIds: chosen });
          else ofGradeMajor.mutate({ from, to: chosen });
        }}
      >
        <div className={layout['body']}>
          <GradeMajorChoice
            value={chosen}
            without={from ?? ''}
            error={missing ? '请至少选择一个年级专业' : undefined}
            onChange={(next) => {
              setMissing(false);
              setChosen(next);
            }}
          />
          <p className={layout['note']}>
            已有的学分要求保持不变。还没有选择方案版本的年级专业，会同时选择这个版本，并使用它的课程分类。
          </p>
        </div>
        <div className={layout['footer']}>
          <CancelButton />
          <Button type="submit" loading={ofVersion.isPending || ofGradeMajor.isPending}>
            复制
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Copied({ list }: { list: readonly CopiedSystem[] }) {
  return (
    <ul className={classes['kept']}>
      {list.map(({ gradeMajorId, gradeMajorName, created, kept, reason }) => (
        <li key={gradeMajorId} className={reason === '' ? undefined : classes['wrong']}>
          {`${gradeMajorName}：${
            reason === ''
              ? `新增 ${String(created)} 项${kept > 0 ? `，保持 ${String(kept)} 项` : ''}`
              : `没有复制，${reason}`
          }`}
        </li>
      ))}
    </ul>
  );
}
