import type { ComponentChildren } from 'preact';
import { t } from '../messages.ts';
import { ScrollRegion } from './scroll-region.tsx';

/** A table that scrolls sideways by itself. @param props.heads Of its columns; null without a head. */
export function Table(props: {
  readonly label?: string;
  readonly heads: readonly ComponentChildren[] | null;
  readonly aligns?: readonly (string | null)[];
  /** Its rows. */
  readonly children: ComponentChildren;
}) {
  const { label = t('Table'), heads, aligns = [], children } = props;
  return (
    <ScrollRegion class="table-scroll" label={label}>
      <table>
        {heads && (
          <thead>
            <tr>
              {heads.map((head, i) => (
                <th scope="col" dir="auto" class={aligns[i] ?? undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
