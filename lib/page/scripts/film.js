/*
 * film.js: what a lesson watches while it trains, moved by a slider: the program trains it again and
 * looks on more often ("every 8"), and of its looks one is shown at a time. Of a training on examples,
 * which the page cannot do again, the looks are those that stand in it.
 */

const film = { looks: 24, pace: 160 }; /* after the first one; milliseconds between two */

const isFilmed = ({ train }) => train && train.watch && train.steps > 1;
/* Trains by its own words alone, which is quick? */
const isTrainedAgain = ({ train }) => !train.examples;

/* { step, loss, says, values } of each look of a step's section. */
function looksOf(section) {
    return all('.remark[data-step]', section).map(remark => {
        const parts = [];
        for (let part = remark.nextElementSibling; part && !part.matches('.figures, [data-step], p'); part = part.nextElementSibling)
            parts.push(part);
        return { step: Number(remark.dataset.step), loss: Number(remark.dataset.loss), says: remark.textContent.replace(/:$/, ''), remark, parts };
    });
}

/* The loss over the steps, with a point where the film is. */
function lossCurve(looks) {
    const width = 220, height = 44, most = Math.max(...looks.map(look => look.loss)), least = Math.min(0, ...looks.map(look => look.loss));
    const x = look => 4 + (width - 8) * look.step / looks[looks.length - 1].step;
    const y = look => 4 + (height - 8) * (1 - (look.loss - least) / (most - least || 1));
    const point = draw('circle', { r: 4 });
    const curve = draw('svg', { class: 'losses', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' });
    curve.append(draw('path', { d: looks.map((look, k) => `${k ? 'L' : 'M'}${x(look).toFixed(1)} ${y(look).toFixed(1)}`).join('') }), point);
    return { curve, show: look => { point.setAttribute('cx', x(look)); point.setAttribute('cy', y(look)); } };
}

/* Plays, unless the reader's system asks for little motion; then it waits for the reader. */
function playerOf(looks) {
    let timer = 0;
    const { curve, show } = lossCurve(looks), last = looks.length - 1;
    const frame = make('div', { class: 'frame' }), says = make('output', {}), button = make('button', { type: 'button' });
    const slider = make('input', { type: 'range', min: 0, max: last, value: 0, 'aria-label': 'Moment of the training' });
    const turn = () => {
        const look = looks[slider.value];
        frame.replaceChildren(...look.parts);
        says.textContent = look.says + '.';
        slider.setAttribute('aria-valuetext', look.says);
        show(look);
    };
    const stop = () => {
        clearInterval(timer);
        timer = 0;
        button.textContent = 'Play';
    };
    const play = () => {
        if (Number(slider.value) === last) slider.value = 0;
        button.textContent = 'Pause';
        turn();
        timer = setInterval(() => {
            slider.value = Number(slider.value) + 1;
            turn();
            if (!frame.isConnected || Number(slider.value) === last) stop();
        }, film.pace);
    };
    button.addEventListener('click', () => (timer ? stop() : play()));
    slider.addEventListener('input', () => { stop(); turn(); });
    turn();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) stop();
    else play();
    return make('div', { class: 'film', role: 'group', 'aria-label': 'Film of the training' },
        make('div', { class: 'steering' }, button, slider, curve, says), frame);
}

/* The film of a section, from that of a page with more looks, or from its own. */
function openFilm(section, trained) {
    const here = looksOf(section), looks = looksOf(trained);
    if (looks.length < 2 || !here.length) return false;
    const player = playerOf(looks.map(look => ({ ...look, parts: look.parts.map(part => document.importNode(part, true)) })));
    here[0].remark.before(player);
    for (const { remark, parts } of here) [remark, ...parts].forEach(part => part.remove());
    one('button', player).focus({ preventScroll: true });
    return true;
}
