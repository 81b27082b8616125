/*
 * flow.js: the diagram of a lesson's formulas: a word is followed through its boxes, and they come one
 * after the other.
 */

const flow = { word: '', at: -1 }; /* what is followed; the box up to which all is shown, −1: all */

const linesOf = (element, name) => (element.dataset[name] || '').split('\n').filter(word => word);
const boxesOf = svg => all('.box', svg);

/* Words on the axes of the diagram's maps, and in its sentences, each once. */
function wordsOf(svg) {
    return [...new Set(all('.thumbnail, [data-written]', svg).flatMap(part =>
        [...linesOf(part, 'written'), ...linesOf(part, 'rows'), ...linesOf(part, 'columns')]))];
}

/* Frames around the rows and columns of the word. */
function markWord(part, word) {
    const [left, top, side, high] = part.dataset.at.split(' ').map(Number);
    const rows = linesOf(part, 'rows'), columns = linesOf(part, 'columns');
    const { width, height } = one('.ground', part).getBBox();
    const frame = (x, y, w, h) => part.append(draw('rect', { class: 'mark', x, y, width: w, height: h }));
    rows.forEach((other, k) => { if (other === word) frame(left, top + k * high, width, high); });
    columns.forEach((other, k) => { if (other === word) frame(left + k * side, top, side, height); });
    return rows.includes(word) || columns.includes(word);
}

/* The boxes that have the word, and the arrows and operations between them. */
function followWord(svg, word) {
    const found = new Set(), edges = all('[data-from]', svg), ends = edge => [edge.dataset.from, edge.dataset.to];
    for (const mark of all('.mark', svg)) mark.remove();
    for (const box of word ? boxesOf(svg) : []) {
        const marked = all('.thumbnail', box).map(part => markWord(part, word));
        if (marked.includes(true) || linesOf(box, 'written').includes(word)) found.add(box.dataset.node);
    }
    const reach = (from, to) => { /* nodes from which, or to which, a box with the word leads by operations alone */
        const reached = new Set(found);
        for (let more = true; more;) {
            more = false;
            for (const edge of edges) {
                const isBox = one(`.box[data-node="${edge.dataset[to]}"]`, svg);
                if (!reached.has(edge.dataset[from]) || reached.has(edge.dataset[to]) || isBox) continue;
                reached.add(edge.dataset[to]);
                more = true;
            }
        }
        return reached;
    };
    const after = reach('from', 'to'), before = reach('to', 'from'), on = new Set([...after].filter(node => before.has(node)));
    for (const node of all('[data-node]', svg)) node.classList.toggle('follow', on.has(node.dataset.node));
    for (const edge of edges) edge.classList.toggle('follow', ends(edge).every(end => on.has(end)));
}

/* What a box shows, and from which operations: "A: attention matrix, from ÷ √d_k softmax". */
function sayBox(svg, box) {
    const from = all('[data-from]', svg).filter(edge => edge.dataset.to === box.dataset.node)
        .map(edge => one(`[data-node="${edge.dataset.from}"]`, svg)).map(node => all('.symbol', node).map(text => text.textContent).join(' '));
    const words = all('.about text', box).map(text => text.textContent).join(' ');
    const text = `${one('.name', box).textContent}: ${words}${from.length ? `, from ${from.join(' and ')}` : ''}.`;
    return text.replace(/\u200B/g, '');
}

/* Everything up to a box; k = −1: all. */
function showUpTo(svg, k) {
    const boxes = boxesOf(svg), shown = new Set(boxes.slice(0, k + 1).map(box => box.dataset.node));
    const nodes = all('[data-node]', svg), edges = all('[data-from]', svg);
    for (let more = k >= 0; more;) { /* operations that lead there */
        more = false;
        for (const edge of edges) {
            if (!shown.has(edge.dataset.to) || shown.has(edge.dataset.from) || one(`.box[data-node="${edge.dataset.from}"]`, svg)) continue;
            shown.add(edge.dataset.from);
            more = true;
        }
    }
    for (const node of nodes) node.classList.toggle('later', k >= 0 && !shown.has(node.dataset.node));
    for (const edge of edges) edge.classList.toggle('later', k >= 0 && !(shown.has(edge.dataset.from) && shown.has(edge.dataset.to)));
    boxes.forEach((box, place) => box.classList.toggle('here', place === k));
}

/* tell: says a text. */
function offerFlow(tell) {
    const svg = one('main .diagram');
    if (!svg || one('.steering')) return;
    const words = wordsOf(svg), count = boxesOf(svg).length;
    if (!words.includes(flow.word)) flow.word = '';
    const step = by => {
        flow.at = Math.max(-1, Math.min(count - 1, flow.at + by));
        showUpTo(svg, flow.at);
        const box = boxesOf(svg)[flow.at];
        tell(box ? sayBox(svg, box) : 'The whole diagram.');
        if (box) box.scrollIntoView({ block: 'nearest', inline: 'center' });
    };
    const choice = make('select', {}, make('option', { value: '' }, 'no word'), ...words.map(word =>
        make('option', { value: word, selected: word === flow.word }, word)));
    choice.addEventListener('change', () => {
        flow.word = choice.value;
        followWord(svg, flow.word);
    });
    const button = (text, label, by) => make('button', { type: 'button', 'aria-label': label, onclick: () => step(by) }, text);
    svg.parentNode.before(make('div', { class: 'steering' }, ...(words.length ? [make('label', {}, 'Follow ', choice)] : []),
        make('span', {}, button('‹', 'The box before', -1), ' Box by box ', button('›', 'The next box', 1)),
        make('button', { type: 'button', onclick: () => step(-count - 1) }, 'All')));
    svg.parentNode.tabIndex = 0;
    svg.parentNode.setAttribute('role', 'group');
    svg.parentNode.setAttribute('aria-label', 'Diagram: arrow keys go from box to box');
    svg.parentNode.addEventListener('keydown', event => {
        const by = { ArrowRight: 1, ArrowLeft: -1, Escape: -count - 1 }[event.key];
        if (!by || (event.key === 'Escape' && flow.at < 0) || event.ctrlKey || event.metaKey || event.altKey) return;
        step(by);
        event.preventDefault();
        event.stopPropagation();
    });
    followWord(svg, flow.word);
    showUpTo(svg, flow.at);
}
