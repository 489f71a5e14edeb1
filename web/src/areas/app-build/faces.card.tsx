import { modules } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { AutoScrollList } from '../../ui/auto-scroll-list.tsx';
import { CollapsibleBox } from '../../ui/collapsible-box.tsx';
import { ContentCard } from '../../ui/content-card.tsx';
import classes from './components.module.css';

/** Cards of a fixed height, what they show without content, and what moves or folds. */
export function FaceCards() {
  return (
    <>
      <ContentCard title="自动滚动" note="指针停留时暂停" flush>
        <AutoScrollList label="模块一览" items={modules} itemKey={({ route }) => route}>
          {({ title, route }) => (
            <span className={classes['row']}>
              {title}
              <small>{route}</small>
            </span>
          )}
        </AutoScrollList>
      </ContentCard>
      <ContentCard title="空状态" empty />
      <ContentCard title="折叠" note="展开与收起">
        <CollapsibleBox title="填写说明">带星号的为必填项，填写完整后才能提交；离开页面前请先保存。</CollapsibleBox>
      </ContentCard>
    </>
  );
}
