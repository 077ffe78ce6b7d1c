"""A pointer that turns a dial at a speed of its own, however busy the machine is."""
import math

# Notes which pointer comes down next.
NOTE = """() => addEventListener('pointerdown', ({ pointerId }) => {
  window.turning = { pointerId, now: performance.now() };
}, { once: true, capture: true })"""

# Sends the places of a pointer to a dial that is held, each at a time of its own, and gives the worth
# of the gear that each of them found.
SEND = """async (dial, [places, perFrame]) => {
  const gears = [];
  for (const [i, [clientX, clientY, ms]] of places.entries()) {
    const { pointerId } = turning;
    turning.now += ms;
    const move = new PointerEvent('pointermove', {
      pointerId, buttons: 1, clientX, clientY, bubbles: true });
    Object.defineProperty(move, 'timeStamp', { value: turning.now });
    dial.dispatchEvent(move);
    if ((i + 1) % perFrame === 0) await new Promise(requestAnimationFrame);
    gears.push(Number(dial.getAttribute('gear') ?? 1));
  }
  for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame);
  return gears;
}"""

STEP = 24  # places in a turn


class Rim:
    """Where a pointer is on the rim of a dial, from its top on."""

    def __init__(self, x, y, width, height):
        self.centre, self.radius = (x + width / 2, y + height / 2), 0.4 * width
        self.steps = 0

    @property
    def place(self):
        angle = self.steps / STEP * math.tau
        return (self.centre[0] + self.radius * math.sin(angle),
                self.centre[1] - self.radius * math.cos(angle))

    def way(self, turns, speed):
        """The places of so many turns more, and the milliseconds to each."""
        for _ in range(round(abs(turns) * STEP)):
            self.steps += int(math.copysign(1, turns))
            yield [*self.place, 1000 / STEP / speed]


class Turning:
    """A mouse that has taken a dial at the top of its rim."""

    def __init__(self, page, dial):
        self.page, self.dial = page, dial
        self.rim = Rim(**dial.bounding_box())
        page.evaluate(NOTE)
        page.mouse.move(*self.rim.place)
        page.mouse.down()

    def go(self, turns, speed, per_frame=1):
        """Turns on at so many turns a second; gives the gear at each of its places."""
        return self.dial.evaluate(SEND, [list(self.rim.way(turns, speed)), per_frame])

    def let_go(self):
        # The browser's own pointer has not moved.
        self.dial.evaluate("""dial => dial.dispatchEvent(
          new PointerEvent('lostpointercapture', { pointerId: turning.pointerId }))""")
        self.page.mouse.up()
