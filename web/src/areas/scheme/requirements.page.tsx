import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { clearMajorSystemOperation } from '@jwxt/contracts/scheme/requirement.operations.ts';
import { gradeMajorRequirement } from '@jwxt/contracts/scheme/scheme-system.resource.ts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useMayCheck } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { ChooseVersionDialog } from './choose-version.dialog.tsx';

/** 年级专业方案要求 (SCHEME-11). */
export function RequirementsPage() {
  const navigate = useNavigate();
  const may = useMayCheck();
  const mayUpdate = may('gradeMajorSchemeRequirement:update');
  const [choosing, setChoosing] = useState(false);
  const clear = useProcess(clearMajorSystemOperation, {
    invalidates: ['gradeMajorSchemeRequirement.', 'schemeSystem.', 'majorSystem.'],
    confirm: () => ({
      message: '将删除这个年级专业的学分要求和使用的课程分类。已排课程的分类保留。',
      confirmText: '清空',
      danger: true,
    }),
    onSuccess: ({ systems, classifies, kept }) => {
      notify.success(
        `已删除 ${String(systems)} 项学分要求、${String(classifies)} 个分类` +
          (kept.length > 0 ? `；保留已排课程的：${kept.join('、')}` : ''),
      );
    },
  });
  return (
    <>
      <ResourcePage
        resource={gradeMajorRequirement}
        actionsWidth={240}
        tools={
          mayUpdate && (
            <Button
              variant="default"
              onClick={() => {
                setChoosing(true);
              }}
            >
              批量选择版本
            </Button>
          )
        }
        actions={(row, act) => (
          <>
            {may('schemeSystem:query') &&
              act('学分要求', () => {
                void navigate({
                  to: modulePath('schemeManage', 'creditFrame'),
                  search: {
                    gradeMajorId: textOf(row['gradeMajorId']),
                    schemeVersionId: textOf(row['schemeVersionId']),
                  },
                });
              })}
            {mayUpdate &&
              textOf(row['schemeVersionId']) !== '' &&
              act('清空体系', () => {
                clear.start({ requirementId: textOf(row['requirementId']) });
              })}
          </>
        )}
      />
      {choosing && (
        <ChooseVersionDialog
          onClose={() => {
            setChoosing(false);
          }}
        />
      )}
    </>
  );
}
