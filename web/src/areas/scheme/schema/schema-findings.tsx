import type { Finding, FindingPlace } from '@jwxt/contracts/scheme/schema/schema.rules.ts';
import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconX } from '@tabler/icons-react';
import classes from './schema.module.css';

type FindingsProps = { findings: readonly Finding[]; onGo: (where: FindingPlace) => void; onClose: () => void };

/** What is wrong with the scheme, errors first, each with the way to where it is. */
export function Findings({ findings, onGo, onClose }: FindingsProps) {
  return (
    <aside className={classes['findings']} aria-label="检查结果">
      <div className={classes['findingsHead']}>
        {`检查结果（${String(findings.length)}）`}
        <ActionIcon variant="subtle" color="gray" size={24} aria-label="收起检查结果" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <ul className={classes['findingList']}>
        {findings.length === 0 && <li className={classes['finding']}>没有问题，可以提交审批</li>}
        {findings.map(({ level, code, where, text }, index) => (
          <li key={`${code}-${String(index)}`} className={classes['finding']} data-level={level}>
            {level === 'E' ? <IconCircleX size={16} /> : <IconAlertTriangle size={16} />}
            <span>
              <span className="jw-visually-hidden">{level === 'E' ? '错误：' : '提醒：'}</span>
              {text}{' '}
              {Object.keys(where).length > 0 && (
                <button
                  type="button"
                  onClick={() => {
                    onGo(where);
                  }}
                >
                  定位
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
