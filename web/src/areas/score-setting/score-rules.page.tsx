import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf, toStored } from '@jwxt/contracts/kernel/resource-values.ts';
import { scoreRulesVersion, rulesStatus } from '@jwxt/contracts/score-setting/score-rules.resource.ts';
import { gpaRuleText } from '@jwxt/contracts/score/grade-point.ts';
import { gpaRuleNames, type GpaRule, type ScoreRules } from '@jwxt/contracts/score/score-rules.ts';
import { useState } from 'react';
import { useMayCheck } from '../../lib/session.ts';
import { ResourceFormDialog } from '../../resource/resource-form.dialog.tsx';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../../ui/tokens.ts';
import { PublishRulesDialog } from './publish-rules.dialog.tsx';

const tones: Readonly<Record<string, Tone>> = {
  [rulesStatus.draft]: 'orange',
  [rulesStatus.published]: 'green',
  [rulesStatus.stopped]: 'grey',
} satisfies TonesOf<typeof rulesStatus>;

/**
 * 成绩规则 (SCORE-MORE-35): versions; a published one is copied to a draft, which is edited and published in its place.
 */
export function ScoreRulesPage() {
  const check = useMayCheck();
  const [copied, setCopied] = useState<WireRow | null>(null);
  const [publishing, setPublishing] = useState<WireRow | null>(null);
  const may = { create: check('scoreRules:create'), publish: check('scoreRules:publish') };
  return (
    <>
      <ResourcePage
        resource={scoreRulesVersion}
        meaning={pointsInWords}
        editable={isDraft}
        cells={{
          publishStatus: (row) => (
            <StatusTag tone={tones[textOf(row['publishStatus'])] ?? 'grey'}>
              {textOf(row['publishStatusName'])}
            </StatusTag>
          ),
        }}
        actions={(row, act) => (
          <>
            {isDraft(row) &&
              may.publish &&
              act('发布', () => {
                setPublishing(row);
              })}
            {may.create &&
              act('复制', () => {
                setCopied(row);
              })}
          </>
        )}
      />
      {copied && (
        <ResourceFormDialog
          resource={scoreRulesVersion}
          known={null}
          from={{ ...copied, ruleVersion: null }}
          meaning={pointsInWords}
          note={`复制自版本 ${textOf(copied['ruleVersion'])}，请填写新的版本号。保存为草稿，发布后才起作用。`}
          onClose={() => {
            setCopied(null);
          }}
        />
      )}
      {publishing && (
        <PublishRulesDialog
          draft={publishing}
          onClose={() => {
            setPublishing(null);
          }}
        />
      )}
    </>
  );
}

const isDraft = (row: WireRow): boolean => row['publishStatus'] === rulesStatus.draft;

/**
 * The grade points of the values in the form, as score cards explain them. A table that is being typed speaks once its
 * rows are whole.
 */
function pointsInWords({ gpaRule, gpaBands }: WireRow): string {
  const system = (textOf(gpaRule) || 'GPA40') as GpaRule;
  const whole = ((gpaBands ?? []) as readonly WireRow[]).filter(
    ({ from, point }) => textOf(from) !== '' && textOf(point) !== '',
  );
  const bands = toStored(scoreRulesVersion.fields.gpaBands, whole) as ScoreRules['gpaBands'];
  return (
    `${bands === null ? gpaRuleNames[system] : '自定绩点表'}：${gpaRuleText({ gpaRule: system, gpaBands: bands })}` +
    '。'
  );
}
