import { Table } from '#console/parts/lists/table.tsx';
import { useSigned } from '#console/session/context.ts';
import { failuresText, type Metrics, milliseconds, successText } from './metrics-reads.ts';

const HEAD = ['From', 'Attempts', 'Successes', 'Failures', 'p50', 'p95'];

/** The numbers behind the charts: the steps with attempts, newest first. */
export function MetricsTable({ metrics: { steps } }: { readonly metrics: Metrics }) {
  const { timeFormat } = useSigned();
  return (
    <details>
      <summary>Show the numbers</summary>
      <Table label="Metrics of each step with attempts" head={HEAD}>
        {steps
          .filter(({ attempts }) => attempts > 0)
          .toReversed()
          .map((each) => (
            <tr key={each.start}>
              <th scope="row">
                <time dateTime={each.start}>{timeFormat.format(new Date(each.start))}</time>
              </th>
              <td class="number">{each.attempts}</td>
              <td class="number">{successText(each)}</td>
              <td>{failuresText(each)}</td>
              <td class="number">{milliseconds(each.p50_ms)}</td>
              <td class="number">{milliseconds(each.p95_ms)}</td>
            </tr>
          ))}
      </Table>
    </details>
  );
}
