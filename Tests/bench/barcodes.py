"""The number that every measured picture carries, in bits along its upper edge."""
import io

from PIL import Image

BITS = 16
BRIGHT = 125


def number(pixels):
    """The number in an array of pixels, gray or in colours."""
    height, width = pixels.shape[:2]
    row = pixels[height // 20]
    places = [(2 * bit + 1) * width // (2 * BITS) for bit in range(BITS)]
    return sum(int(row[x].max() > BRIGHT) << bit for bit, x in enumerate(places))


def of_file(picture):
    """The number in a picture's file."""
    return of_image(Image.open(io.BytesIO(picture)))


def of_image(image):
    gray = image.convert('L')
    places = [(2 * bit + 1) * gray.width // (2 * BITS) for bit in range(BITS)]
    return sum((gray.getpixel((x, gray.height // 20)) > BRIGHT) << bit
               for bit, x in enumerate(places))
