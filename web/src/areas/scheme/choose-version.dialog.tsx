import { batchUpdateRequirements } from '@jwxt/contracts/scheme/requirement.operations.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useOperationMutation } from '../../lib/queries.ts';
import { confirm } from '../../ui/confirm.ts';
import { Dialog } from '../../ui/dialog.tsx';
import layout from '../../ui/dialog-form.module.css';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import { GradeMajorChoice } from './grade-major-choice.tsx';
import classes from './scheme.module.css';
import { VersionSelect } from './version-select.tsx';

/** The version of several grade-majors at once (SCHEME-11). */
export function ChooseVersionDialog({ onClose }: { onClose: () => void }) {
  const [schemeVersionId, setVersion] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const [asked, setAsked] = useState(false);
  const choose = useOperationMutation(batchUpdateRequirements, {
    invalidates: ['gradeMajorSchemeRequirement.', 'schemeVersion.', 'schemeSystem.', 'majorSystem.'],
    onSuccess: ({ changed, kept }) => {
      onClose();
      notify.success(`已为 ${String(changed)} 个年级专业选择版本`);
      if (kept.length > 0)
        void confirm({
          title: `${String(kept.length)} 个年级专业保持原来的版本`,
          confirmText: '知道了',
          message: (
            <ul className={classes['kept']}>
              {kept.map(({ gradeMajorName, reason }) => (
                <li key={gradeMajorName}>{`${gradeMajorName}：${reason}`}</li>
              ))}
            </ul>
          ),
        });
    },
  });
  return (
    <Dialog opened width={560} title="批量选择方案版本" onClose={onClose} input={{ schemeVersionId, chosen }} flush>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (schemeVersionId !== null && chosen.length > 0) choose.mutate({ schemeVersionId, requirementIds: chosen });
        }}
      >
        <div className={layout['body']}>
          <Field
            label="方案版本"
            required
            htmlFor="choose-version"
            error={asked && schemeVersionId === null ? '请选择方案版本' : undefined}
          >
            <VersionSelect id="choose-version" value={schemeVersionId} onChange={setVersion} />
          </Field>
          <GradeMajorChoice
            value={chosen}
            onChange={setChosen}
            error={asked && chosen.length === 0 ? '请至少选择一个年级专业' : undefined}
          />
        </div>
        <div className={layout['footer']}>
          <CancelButton />
          <Button type="submit" loading={choose.isPending}>
            确定
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
