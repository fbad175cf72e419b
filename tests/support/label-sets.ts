import { parser } from '@prometheus-io/lezer-promql';
import { createGauges, createMetrics } from '#lib/server/telemetry/metrics.ts';

type Node = ReturnType<typeof parser.parse>['topNode'];

const metrics = createMetrics();
createGauges(metrics);
const { registry } = metrics;

/** Returns the labels that Prometheus has for a figure: the code's own, and two of the process that it was read from. */
function labelsOfFigure(name: string): string[] {
  const figure =
    registry.getSingleMetric(name) ?? registry.getSingleMetric(name.replace(/_(bucket|count|sum)$/, ''));
  const own = figure ? Reflect.get(figure, 'labelNames') : [];
  return [...own, 'instance', 'job', ...(name.endsWith('_bucket') ? ['le'] : [])];
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** Returns the operations of a query whose sides have other labels: Prometheus pairs nothing there, so the result is always empty. */
export function listUnpaired(query: string): string[] {
  const unpaired: string[] = [];
  const textOf = ({ from, to }: Node) => query.slice(from, to);
  const namesIn = (node: Node | null) =>
    (node?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []).map(textOf);

  /** Returns the labels of a vector, in order; null for a number. */
  const labelsOf = (node: Node): string[] | null => {
    if (node.name === 'VectorSelector') return labelsOfFigure(String(/^\w+/.exec(textOf(node)))).sort();
    const sides = childrenOf(node).flatMap((child) => {
      const labels = labelsOf(child);
      return labels ? [labels] : [];
    });
    const [left = null, right] = sides;
    if (node.name === 'AggregateExpr')
      return textOf(node).startsWith('topk') ? left : namesIn(node.getChild('AggregateModifier')).sort();
    if (textOf(node).startsWith('histogram_quantile')) return left?.filter((name) => name !== 'le') ?? null;
    if (node.name === 'BinaryExpr' && left && right) {
      const modifier = node.getChild('MatchingModifierClause');
      const named = namesIn(modifier);
      const isOn = modifier?.getChild('On') !== null && modifier !== null;
      const paired = (labels: string[]) => labels.filter((name) => named.includes(name) === isOn).join();
      if (paired(left) !== paired(right)) unpaired.push(textOf(node));
    }
    return left;
  };
  labelsOf(parser.parse(query).topNode);
  return unpaired;
}
